"""A Slurm of two nodes on this host: Debian's munged, slurmctld and slurmd, started without
systemd, with configuration, key, ports and files of their own in a temporary folder."""

import os
import pathlib
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import time

PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
DAEMONS = ("munged", "slurmctld", "slurmd")
COMMANDS = ("sbatch", "scancel", "scontrol", "sinfo")
NODES = ("one", "two")  # of one processor each

# The shortest timeouts that Slurm allows; a real cluster has minutes. A silent node is down after
# SlurmdTimeout, and a task that was queued again waits for cred_expire.
CONFIGURATION = """\
ClusterName=nqueens
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
MailProg=/bin/true
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=2,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SlurmdTimeout=5
MessageTimeout=10
KillWait=5
MinJobAge=3600
ReturnToService=2
{requeue_exit}
NodeName=one NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1
NodeName=two NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1
PartitionName=all Nodes=one,two Default=YES MaxTime=INFINITE State=UP
"""


class Unavailable(Exception):
    """Why no Slurm can be started here."""


def clean_environment():
    """The environment without that of a Slurm job that runs this test."""
    return {name: value for name, value in os.environ.items()
            if not name.startswith(("SLURM", "SBATCH", "SQUEUE", "SCANCEL", "SINFO"))}


def free_ports(count):
    listeners = [socket.socket() for _ in range(count)]
    for listener in listeners:
        listener.bind(("127.0.0.1", 0))
    ports = [listener.getsockname()[1] for listener in listeners]
    for listener in listeners:
        listener.close()
    return ports


def until(what, condition, seconds=120, pause=0.05):
    """The first true value of condition(); fails after the limit, for a cluster that hangs."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(pause)
    raise AssertionError(f"after {seconds} s not yet: {what}")


class Process:
    """A process of /proc; its fields are None when it has ended."""

    def __init__(self, number):
        self.number = number

    def _read(self, name):
        try:
            return pathlib.Path(f"/proc/{self.number}/{name}").read_bytes()
        except OSError:
            return None

    @property
    def words(self):
        line = self._read("cmdline")
        return line.decode(errors="replace").split("\0")[:-1] if line else None

    @property
    def variables(self):
        return (self._read("environ") or b"").split(b"\0")

    @property
    def parent(self):
        status = self._read("stat")
        return Process(int(status.rpartition(b")")[2].split()[1])) if status else None

    def send(self, number):
        try:
            os.kill(self.number, number)
        except ProcessLookupError:
            pass

    def kill(self):
        self.send(signal.SIGKILL)


def processes():
    return [Process(int(name)) for name in os.listdir("/proc") if name.isdigit()]


class Cluster:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.configuration = self.folder / "slurm.conf"
        self.daemons = {}
        self.host = socket.gethostname().split(".")[0]
        self.user = pwd.getpwuid(os.geteuid()).pw_name
        self.ports = free_ports(3)
        self.environment = clean_environment()
        self.environment.update(PATH=PATH, LC_ALL="C", SLURM_CONF=str(self.configuration))

    def start(self):
        """Throws Unavailable when Slurm is not installed or does not come up."""
        missing = [name for name in DAEMONS + COMMANDS if not shutil.which(name, path=PATH)]
        if missing:
            raise Unavailable(f"not installed: {', '.join(missing)}; scripts/bootstrap long")
        # Munge insists on it: its socket must be reachable, its key private.
        self.folder.chmod(0o711)
        for name in ("state", "log", *(f"spool-{node}" for node in NODES)):
            (self.folder / name).mkdir()
        key = self.folder / "munge.key"
        key.touch(mode=0o600)
        key.write_bytes(secrets.token_bytes(128))
        self.configure(requeue_exit=True)
        self.launch("munged", "--foreground", f"--key-file={key}",
                    f"--socket={self.folder}/munge.socket", f"--pid-file={self.folder}/munged.pid",
                    f"--seed-file={self.folder}/munged.seed",
                    f"--log-file={self.folder}/log/munged.own")
        self.require("munged", (self.folder / "munge.socket").exists)
        self.launch("slurmctld", "-D", "-i")
        for node in NODES:
            self.start_node(node)
        for node in NODES:
            self.require(node, lambda name=node: self.node_state(name) == "idle")

    def configure(self, requeue_exit):
        self.configuration.write_text(CONFIGURATION.format(
            host=self.host, user=self.user, folder=self.folder, ports=self.ports,
            requeue_exit="RequeueExit=70-72,75" if requeue_exit else ""), encoding="ascii")

    def launch(self, program, *options, name=None):
        name = name or program
        with open(self.folder / "log" / name, "ab") as log:
            self.daemons[name] = subprocess.Popen(
                [shutil.which(program, path=PATH), *options], env=self.environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

    def start_node(self, node):
        self.launch("slurmd", "-D", "-N", node, name=node)

    def kill_node(self, node):
        """The daemon alone, as when it crashes or its network fails: its tasks go on."""
        self.daemons[node].kill()
        self.daemons[node].wait()

    def require(self, name, condition):
        try:
            until(name, lambda: condition() or self.failed_daemon(), 60)
        except AssertionError as error:
            raise Unavailable(f"{name} does not come up: {self.closing_lines(name)}") from error
        failed = self.failed_daemon()
        if failed:
            raise Unavailable(f"{failed} has ended: {self.closing_lines(failed)}")

    def failed_daemon(self):
        return next((name for name, process in self.daemons.items()
                     if process.poll() is not None), None)

    def closing_lines(self, name, count=3):
        text = (self.folder / "log" / name).read_text(encoding="utf-8", errors="replace")
        return " | ".join(text.splitlines()[-count:]) or "no message"

    def print_logs(self):
        """The messages of daemons and tasks, to look into a failure."""
        for file in sorted([*self.folder.glob("log/*"), *self.folder.glob("*/nqueens-*.log")]):
            lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
            print(f"--- {file.relative_to(self.folder)}", *lines[-60:], sep="\n")

    def node_state(self, node):
        """"idle", "allocated", "down*"; empty as long as the controller does not answer."""
        words = ("sinfo", "--noheader", f"--nodes={node}", "--format=%T")
        return self.run(*words, check=False).strip()

    def execute(self, *words, env=None):
        return subprocess.run(words, env={**self.environment, **(env or {})}, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)

    def run(self, *words, check=True, env=None):
        done = self.execute(*words, env=env)
        if check and done.returncode != 0:
            raise AssertionError(f"{' '.join(map(str, words))}: exit code {done.returncode}\n"
                                 f"{done.stdout}{done.stderr}")
        return done.stdout

    def task(self, name):
        """What Slurm knows of a task, JOB_INDEX, by the names of `scontrol show job`."""
        line = self.run("scontrol", "--oneliner", "show", "job", name)
        return dict(word.split("=", 1) for word in line.split() if "=" in word)

    def stop(self):
        """Ends all that was started, also tasks that outlived their daemon."""
        if "slurmctld" in self.daemons:
            self.run("scancel", f"--user={self.user}", check=False)
            self.run("scontrol", "shutdown", check=False)
        for process in reversed(self.daemons.values()):
            process.terminate()
        for process in self.daemons.values():
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        ours = f"SLURM_CONF={self.configuration}".encode()
        for process in processes():
            if ours in process.variables:
                process.kill()
