# JDKs of Debian in a folder of the user's cache: for "zonecast test --arch" and "zonecast test --java", which source this file.
# Debian's packages are unpacked there. Nothing is installed, and no root is needed.

debian_release=trixie # It has OpenJDK 21 and 25.
debian_keys=/usr/share/keyrings/debian-archive-keyring.gpg

# Sets $emulated_java to a command that runs Java $jdk_version for AArch64, on another processor in QEMU, or fails.
need_emulated_java() {
    emulated_java=$jdk/bin/java
    [ "$(uname -m)" = aarch64 ] || {
        need_debian_jdk "$jdk_version" arm64
        emulated_java=$debian_jdk/bin/java
    }
}

# Sets $java21 to the folder of a Java 21 for this processor, or fails.
need_unpacked_java21() {
    command -v dpkg >/dev/null 2>&1 || fail "no Java 21 in JAVA21_HOME or /usr/lib/jvm"
    need_debian_jdk 21 "$(dpkg --print-architecture)"
    java21=$debian_jdk
}

# Sets $debian_jdk to the folder of Java $1 for Debian's architecture $2, or fails.
need_debian_jdk() {
    java=$1
    architecture=$2
    case $architecture in
    amd64) loader=usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 ;;
    arm64) loader=usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1 ;;
    *) fail "Java $java for the architecture $architecture has to be installed: zonecast unpacks it for amd64 and arm64" ;;
    esac
    cache=${XDG_CACHE_HOME:-$HOME/.cache}/zonecast/jdk-$java-$architecture
    home=usr/lib/jvm/java-$java-openjdk-$architecture
    debian_jdk=$cache/$home
    [ -x "$debian_jdk/bin/java" ] || unpack_debian_jdk
    "$debian_jdk/bin/java" -version >/dev/null 2>&1 ||
        fail "Debian's Java $java does not start: delete the folder $cache, then repeat the command"
}

unpack_debian_jdk() {
    for tool in apt-get dpkg dpkg-deb; do
        command -v "$tool" >/dev/null 2>&1 || fail "Debian's Java $java is for Debian and its relatives: there is no $tool here"
    done
    [ -r "$debian_keys" ] || fail "$debian_keys is missing: apt-get install debian-archive-keyring"
    emulator=
    qemu=
    if [ "$architecture" != "$(dpkg --print-architecture)" ]; then
        qemu=$(command -v qemu-aarch64-static || command -v qemu-aarch64 || :)
        [ -n "$qemu" ] || emulator=qemu-user
        qemu=${qemu:-$cache/usr/bin/qemu-aarch64}
    fi
    say "unpacking Debian's Java $java for $architecture${emulator:+ and QEMU} into $cache, once (from deb.debian.org)"
    # Under its last name only when it is complete.
    unpacked=$cache.new
    rm -rf "$unpacked"
    mkdir -p "$unpacked/apt/lists/partial" "$unpacked/apt/archives/partial" "$unpacked/apt/none" "$unpacked/debs"
    : >"$unpacked/apt/status"
    echo "deb [signed-by=$debian_keys] http://deb.debian.org/debian $debian_release main" >"$unpacked/apt/sources.list"
    log=$cache.log
    {
        debian update &&
            # The libraries that the JVM itself needs, of its own release.
            debian download "openjdk-$java-jre-headless:$architecture" "libc6:$architecture" "libgcc-s1:$architecture" \
                "libstdc++6:$architecture" "zlib1g:$architecture" &&
            { [ -z "$emulator" ] || debian download "$emulator"; }
    } >"$log" 2>&1 || fail "Debian's packages cannot be downloaded: $(grep -m 1 '^[EW]: ' "$log" || echo "see $log")"
    {
        for package in "$unpacked"/debs/*_"$architecture".deb; do
            dpkg-deb -x "$package" "$unpacked" || exit 1
        done
        [ -z "$emulator" ] ||
            dpkg-deb --fsys-tarfile "$unpacked"/debs/qemu-user_*.deb | tar -x -C "$unpacked" ./usr/bin/qemu-aarch64 || exit 1
    } >>"$log" 2>&1 || fail "Debian's packages cannot be unpacked: see $log"
    rm -rf "$unpacked/apt" "$unpacked/debs"
    [ -e "$unpacked/lib" ] || ln -s usr/lib "$unpacked/lib"
    # Links to /etc are those of a root file system.
    find "$unpacked" -type l -lname '/*' | while read -r link; do
        ln -sfn "$cache$(readlink "$link")" "$link"
    done
    if [ -n "$qemu" ]; then
        # The first compiler alone: under emulation the second one costs more than it saves.
        wrap bin/java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
    else
        wrap bin/java
    fi
    # The JVM starts processes by it.
    wrap lib/jspawnhelper
    rm -rf "$cache"
    mv "$unpacked" "$cache"
}

# apt-get with lists and packages of its own, and the user's proxy.
debian() {
    (cd "$unpacked/debs" && apt-get -q -o "Dir::State=$unpacked/apt" -o "Dir::State::status=$unpacked/apt/status" \
        -o "Dir::Cache=$unpacked/apt" -o "Dir::Etc::sourcelist=$unpacked/apt/sources.list" \
        -o "Dir::Etc::sourceparts=$unpacked/apt/none" -o "Dir::Etc::preferencesparts=$unpacked/apt/none" \
        -o APT::Architectures::=arm64 -o APT::Sandbox::User= -o APT::Update::Error-Mode=any -o Acquire::Languages=none \
        -o Acquire::Retries=2 "$@" </dev/null)
}

# Puts a script in the place of the JDK's program $1. It runs the program in QEMU, or by the loader of the release of its libraries: they may
# be newer than the system's. What follows are the program's first arguments.
wrap() {
    program=$home/$1
    shift
    mv "$unpacked/$program" "$unpacked/$program.bin"
    if [ -n "$qemu" ]; then
        runner="\"$qemu\" -L \"$cache\""
    else
        runner="\"$cache/$loader\" --library-path \"$cache/$(dirname "$loader")\""
    fi
    printf '#!/bin/sh\nexec %s "%s" %s "$@"\n' "$runner" "$cache/$program.bin" "$*" >"$unpacked/$program"
    chmod +x "$unpacked/$program"
}
