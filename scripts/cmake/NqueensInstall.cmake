# Installation, package configuration, pkg-config and CPack.
