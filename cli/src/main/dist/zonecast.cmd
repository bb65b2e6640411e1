@echo off
rem Runs Zonecast's command line on the Java that is beside it.
"%~dp0..\runtime\bin\java" -XX:+UseParallelGC -Xmn64m "-XX:AOTCache=%~dp0..\lib\zonecast.aot" -Xlog:aot*=off,cds*=off,class+path*=off --enable-native-access=ALL-UNNAMED --class-path "%~dp0..\lib\zonecast.jar" dev.zonecast.cli.Main %*
