#!/usr/bin/env bash
# Times the way from the README to a page with one's own zones, as on a fresh machine: a clone, an empty home folder, an empty
# Maven repository, the ten lines of the README. Prints the seconds of each command. Fails above five minutes.
#
#   bench/first-page.sh [FOLDER]     FOLDER (default: a temporary one, deleted at the end) must not exist
set -euo pipefail

limit_seconds=300
# The JDK 25 that a user of a machine with several names.
jdk=${JAVA25_HOME:-${JAVA_HOME:-}}
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
if [ $# -gt 0 ]; then
    mkdir "$1"
    folder=$(cd "$1" && pwd -P)
else
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
fi
home=$folder/home
mkdir "$home" "$folder/game"

# Runs a command with nothing of the user's but the PATH, and prints its time.
total=0
commands=0
step() {
    local begin end
    begin=$(date +%s.%N)
    if ! (cd "$where" && env -i PATH="$PATH" HOME="$home" LANG=C.UTF-8 \
        ${jdk:+JAVA_HOME="$jdk"} MAVEN_OPTS="-Duser.home=$home" ZONECAST_NO_INSTALL=1 \
        "$@" </dev/null >>"$folder/log.txt" 2>&1); then
        tail -n 20 "$folder/log.txt" >&2
        echo "failed: $*" >&2
        exit 1
    fi
    end=$(date +%s.%N)
    total=$(awk "BEGIN { print $total + $end - $begin }")
    commands=$((commands + 1))
    awk "BEGIN { printf \"%6.1f s  %s\n\", $end - $begin, \"$shown\" }"
}

# The n-th block of a language in the README that has a text.
block() {
    awk -v language="$1" -v text="$2" '
        $0 == "```" language { inside = 1; block = ""; next }
        inside && $0 == "```" { inside = 0; if (!found && index(block, text)) { found = 1; printf "%s", block } }
        inside { block = block $0 "\n" }' "$checkout/README.md"
}

where=$folder
shown='git clone'
step git clone -q "file://$checkout" zonecast

where=$folder/zonecast
shown='./zonecast install'
step ./zonecast install

mkdir -p "$folder/game/src/main/java"
block java 'class Game' >"$folder/game/src/main/java/Game.java"
cat >"$folder/game/pom.xml" <<END
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>game</groupId>
  <artifactId>game</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>25</maven.compiler.source>
    <maven.compiler.target>25</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
$(block xml zonecast-core)
  </dependencies>
</project>
END
where=$folder/game
shown='mvn compile dependency:copy-dependencies'
step mvn -q -B compile dependency:copy-dependencies -DoutputDirectory=target/lib

# Stopped after ten seconds: 124 of "timeout" is the expected end.
shown='java -Dzonecast.record=game.fxt ... Game, stopped after 10 s'
step sh -c "timeout 10 '${jdk:+$jdk/bin/}java' --enable-native-access=ALL-UNNAMED -Dzonecast.record=game.fxt \
    -cp 'target/classes:target/lib/*' Game || [ \$? -eq 124 ]"

shown='./zonecast report game.fxt'
step ../zonecast/zonecast report game.fxt

page=$folder/game/game.html
if ! [ -s "$page" ] || ! grep -q update "$page"; then
    echo "no page with the zone" >&2
    exit 1
fi
awk "BEGIN { printf \"%6.1f s  %d commands; the page has %d bytes\n\", $total, $commands, $(wc -c <"$page") }"
awk "BEGIN { exit !($total <= $limit_seconds) }" || {
    echo "more than $limit_seconds s" >&2
    exit 1
}
