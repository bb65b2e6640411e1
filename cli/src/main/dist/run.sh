# How the command line runs on a JVM. The launchers of the checkout and of the archives source this file.

# Sets $collector and $young, or leaves them empty where the user's own options choose.
choose_memory() {
    # One thread that allocates little: this collector costs it least.
    collector=-XX:+UseParallelGC
    # Few objects live on: memory that is used again is faster than memory that is new.
    young=-Xmn64m
    # The JVM refuses a second collector, and the user's heap may be smaller than that.
    case "${JAVA_TOOL_OPTIONS:-} ${JDK_JAVA_OPTIONS:-}" in
    *-XX:+Use*GC*) collector='' young='' ;;
    *-Xm* | *HeapSize* | *NewSize* | *RAM*) young='' ;;
    esac
}

# Runs the command in $4 and on with Java $1, class path $2 and AOT cache $3, in place of the script.
run_cli() {
    java=$1
    classpath=$2
    cache=$3
    shift 3
    command=${1:-}
    set -- --class-path "$classpath" dev.zonecast.cli.Main "$@"
    # Seconds, most of them in a few loops: further compilation costs more than it saves. Live sessions go on for longer.
    [ "$command" = record ] || [ "$command" = watch ] || set -- -XX:CompileThresholdScaling=4 "$@"
    [ -z "$young" ] || set -- "$young" "$@"
    # The JVM ignores a cache that does not fit.
    [ ! -s "$cache" ] || set -- "-XX:AOTCache=$cache" '-Xlog:aot*=off,cds*=off,class+path*=off' "$@"
    exec "$java" ${collector:+"$collector"} --enable-native-access=ALL-UNNAMED "$@"
}
