# The start of the script that types the pages: how it types a command.
set -eu
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin LC_ALL=C.UTF-8 HOME=/root PIP_NO_INDEX=1
unset PYTHONPATH DATABASE_URL DATA_DIR || true
trap 'tail -n 20 /var/log/hanabi.log || true' EXIT
marks=
project=@PROJECT@
release() {
  git -C $project -c user.name=N -c user.email=n@example.org commit -q --allow-empty -m Next
}
# What comes after the moment of the recovery has to be in the archive.
pass_the_moment() {
  marks="$marks;s/2026-11-21 12:00:00+00/$(date -u '+%F %T.%N+00')/"
  sleep 0.1
  sudo -u postgres psql -q -c "create table later ()" -c "select pg_switch_wal()" hanabi >/dev/null
  sleep 2
}
type() {
  echo "# $1"
  case "$1" in
  "git pull") release ;;
  *restore-to.sh*) pass_the_moment ;;
  esac
  command=$(printf '%s\n' "$1" | sed "$marks")
  case "$1" in
  *"gunicorn -c"* | *"hanabi work"*) runs_on ;;
  *) eval "$command" ;;
  esac
}
runs_on() {
  eval "setsid timeout 8 $command" >/tmp/said 2>&1 || [ $? = 124 ] || { cat /tmp/said && exit 1; }
}
