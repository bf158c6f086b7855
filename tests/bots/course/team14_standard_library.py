"""Imports the standard library module by module and calls what a bot may call innocently. None of it
may cost the game: at worst it gets an error."""
import importlib
import os
import sys
import warnings

# Each starts something at import: a window, a game, an editor.
LEFT_OUT = {"antigravity", "idlelib", "this", "turtle", "turtledemo", "tkinter", "test"}

CALLS = [
    "uuid.uuid1()", "uuid.uuid4()", "uuid.getnode()", "socket.gethostname()", "socket.getfqdn()",
    "socket.gethostbyname(socket.gethostname())", "socket.getaddrinfo('localhost', 80)",
    "platform.platform()", "platform.uname()", "platform.architecture()", "platform.processor()",
    "platform.libc_ver()", "getpass.getuser()", "getpass.getpass()", "pwd.getpwuid(os.getuid())",
    "grp.getgrgid(os.getgid())", "os.getlogin()", "os.path.expanduser('~')", "os.cpu_count()",
    "os.getloadavg()", "os.nice(0)", "os.sync()", "os.times()", "os.uname()", "os.urandom(8)",
    "os.sched_getaffinity(0)", "os.get_terminal_size()", "os.setpgrp()", "os.setuid(os.getuid())",
    "os.sysconf('SC_PHYS_PAGES')", "locale.setlocale(locale.LC_ALL, '')",
    "locale.getdefaultlocale()", "time.tzset()", "time.localtime()", "datetime.datetime.now()",
    "tempfile.mkdtemp()", "tempfile.TemporaryFile().write(b'x')", "tempfile.gettempdir()",
    "multiprocessing.cpu_count()", "multiprocessing.Lock()", "multiprocessing.Value('i', 0)",
    "asyncio.new_event_loop()", "mmap.mmap(-1, 4096)", "mmap.mmap(-1, 4096, flags=34)",
    "resource.getrusage(resource.RUSAGE_SELF)", "resource.getrlimit(resource.RLIMIT_NOFILE)",
    "signal.signal(signal.SIGALRM, signal.SIG_IGN)", "signal.alarm(100)", "signal.alarm(0)",
    "select.poll()", "select.epoll()", "shutil.disk_usage('/')", "shutil.which('gcc')",
    "shutil.get_terminal_size()", "ctypes.CDLL(None)", "ctypes.util.find_library('m')",
    "hashlib.md5(b'x').hexdigest()", "random.SystemRandom().random()", "secrets.token_hex()",
    "sysconfig.get_paths()", "site.getsitepackages()", "webbrowser.get()", "fcntl.flock(2, 2)",
    "fcntl.lockf(2, 2)", "logging.warning('to the log')", "syslog.syslog('x')",
    "sqlite3.connect(':memory:').execute('select 1')", "decimal.Decimal(1) / 3", "gc.collect()",
    "faulthandler.enable()", "curses.setupterm()", "readline.get_history_length()",
    "zoneinfo.ZoneInfo('Europe/Berlin')", "ssl.create_default_context()", "cProfile.Profile()",
    "sched.scheduler().run()", "threading.current_thread()", "queue.Queue().qsize()",
    "concurrent.futures.ThreadPoolExecutor()", "subprocess.list2cmdline(['a'])",
    "numpy.show_config()", "numpy.random.rand(3)",
]


class Player:
    def __init__(self):
        warnings.simplefilter("ignore")
        for name in sorted(sys.stdlib_module_names - LEFT_OUT):
            if not name.startswith("_"):
                self.attempt("import %s" % name)
        for name in ("os.path", "ctypes.util", "concurrent.futures", "multiprocessing.pool",
                     "multiprocessing.shared_memory", "xml.etree.ElementTree", "numpy"):
            self.attempt("import %s" % name)
        for call in CALLS:
            self.attempt(call)

    def attempt(self, statement):
        print(statement)  # the last one in the log is the culprit
        try:
            exec(statement, globals())
        except (Exception, SystemExit):
            pass

    def move(self, board, old_move, flag):
        return board.find_valid_move_cells(old_move)[0]
