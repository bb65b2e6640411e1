# A JDK for AArch64 that runs on another processor, in QEMU: for "zonecast test --arch aarch64", which sources this file.
# Debian's packages are unpacked into a folder of the user's cache. Nothing is installed, and no root is needed.

debian_release=trixie # It has OpenJDK 21 and 25.
debian_keys=/usr/share/keyrings/debian-archive-keyring.gpg

# Sets $emulated_java to a command that runs Java $jdk_version for AArch64, or fails.
need_emulated_java() {
    if [ "$(uname -m)" = aarch64 ]; then
        emulated_java=$jdk/bin/java
        return
    fi
    cache=${XDG_CACHE_HOME:-$HOME/.cache}/zonecast/aarch64-jdk-$jdk_version
    emulated_java=$cache/usr/lib/jvm/java-$jdk_version-openjdk-arm64/bin/java
    [ -x "$emulated_java" ] || unpack_emulated_java
    "$emulated_java" -version >/dev/null 2>&1 ||
        fail "the emulated JDK does not start: delete the folder $cache, then repeat the command"
}

unpack_emulated_java() {
    for tool in apt-get dpkg-deb; do
        command -v "$tool" >/dev/null 2>&1 ||
            fail "test --arch aarch64 runs on Debian and its relatives, or on an AArch64: there is no $tool here"
    done
    [ -r "$debian_keys" ] || fail "$debian_keys is missing: apt-get install debian-archive-keyring"
    say "unpacking Debian's JDK $jdk_version for AArch64 and QEMU into $cache, once (130 MB from deb.debian.org)"
    # Under its last name only when it is complete.
    unpacked=$cache.new
    rm -rf "$unpacked"
    mkdir -p "$unpacked/apt/lists/partial" "$unpacked/apt/archives/partial" "$unpacked/apt/none" "$unpacked/debs"
    : >"$unpacked/apt/status"
    echo "deb [signed-by=$debian_keys] http://deb.debian.org/debian $debian_release main" >"$unpacked/apt/sources.list"
    qemu=$(command -v qemu-aarch64-static || command -v qemu-aarch64 || :)
    log=$cache.log
    {
        debian update &&
            # The libraries that the JVM itself needs, of its own release.
            debian download "openjdk-$jdk_version-jre-headless:arm64" libc6:arm64 libgcc-s1:arm64 libstdc++6:arm64 zlib1g:arm64 &&
            { [ -n "$qemu" ] || debian download qemu-user; }
    } >"$log" 2>&1 || fail "Debian's packages cannot be downloaded: $(grep -m 1 '^[EW]: ' "$log" || echo "see $log")"
    {
        for package in "$unpacked"/debs/*_arm64.deb; do
            dpkg-deb -x "$package" "$unpacked" || exit 1
        done
        if [ -z "$qemu" ]; then
            dpkg-deb --fsys-tarfile "$unpacked"/debs/qemu-user_*.deb | tar -x -C "$unpacked" ./usr/bin/qemu-aarch64 || exit 1
            qemu=$cache/usr/bin/qemu-aarch64
        fi
    } >>"$log" 2>&1 || fail "Debian's packages cannot be unpacked: see $log"
    rm -rf "$unpacked/apt" "$unpacked/debs"
    [ -e "$unpacked/lib" ] || ln -s usr/lib "$unpacked/lib"
    # Links to /etc are those of a root file system.
    find "$unpacked" -type l -lname '/*' | while read -r link; do
        ln -sfn "$cache$(readlink "$link")" "$link"
    done
    home=usr/lib/jvm/java-$jdk_version-openjdk-arm64
    # The first compiler alone: under emulation the second one costs more than it saves.
    emulate bin/java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
    # The JVM starts processes by it.
    emulate lib/jspawnhelper
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

# Puts a script that runs $1 of the JDK in QEMU in the program's place; what follows are its first arguments.
emulate() {
    program=$home/$1
    shift
    mv "$unpacked/$program" "$unpacked/$program.arm64"
    printf '#!/bin/sh\nexec "%s" -L "%s" "%s" %s "$@"\n' "$qemu" "$cache" "$cache/$program.arm64" "$*" >"$unpacked/$program"
    chmod +x "$unpacked/$program"
}
