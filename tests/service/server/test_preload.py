"""Tests of what gunicorn's first process imports for its workers."""

import subprocess
import sys

_PROGRAM = """
import os, sys
from types import SimpleNamespace
from gevent import monkey
from service.platform.server import preload

preload.load("service.app:create_app()")
from service import app
from service.platform import ids
from service.platform.settings import Settings

reader, writer = os.pipe()
for _ in range(2):
    if os.fork() == 0:
        os.write(writer, f"{ids.new()}\\n".encode())
        os._exit(0)
    os.wait()
assert len(set(os.read(reader, 1000).split())) == 2, "two workers make the same ids"

from service.platform.server.gunicorn_worker import Worker

Worker.patch(SimpleNamespace(sockets=[]))
known = set(sys.modules)
app.create_app(Settings(database_url="postgresql://nowhere/none"))
late = {name for name in set(sys.modules) - known if name.partition(".")[0] not in sys.stdlib_module_names}
assert late <= {"flask_sqlalchemy.cli"}, f"each worker imports {late}"

originals = {id(one): name for module in monkey.saved.values() for name, one in module.items() if callable(one)}
for name, module in list(sys.modules.items()):
    if name.partition(".")[0] in (*sys.stdlib_module_names, "gevent", "gunicorn", "__main__"):
        continue
    held = [originals[id(one)] for one in vars(module).values() if id(one) in originals]
    assert not held, f"{name} holds {held}, with which a wait stops all requests of a worker"

import gc, _queue
gc.unfreeze()
held = [one for one in gc.get_objects() if type(one) is _queue.SimpleQueue]
assert not held, "a pool of threads waits for its work as gevent does not, and stops all requests of a worker"

import gevent, subprocess
gevent.spawn(subprocess.run, ["true"]).join()  # a fork from a greenlet, as for a picture

from service.platform.server.gunicorn_worker import _forget_imports

_forget_imports()  # as after a reload
from service import app as new

assert new is not app
preload.import_module("service.app").load()
from service.platform.settings import Settings
new.create_app(Settings(database_url="postgresql://nowhere/none"))
"""


def test_workers_import_nothing_wait_as_gevent_does_and_reload() -> None:
    """What is imported before the fork waits as gevent does, two forks make different ids, and a reload imports all."""
    done = subprocess.run([sys.executable, "-c", _PROGRAM], stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
