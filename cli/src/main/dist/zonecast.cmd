@echo off
rem Runs Zonecast's command line on the Java that is beside it.
setlocal
rem As run.sh has it: the user's own options choose the collector.
set "ZONECAST_JVM="
if not defined JAVA_TOOL_OPTIONS if not defined JDK_JAVA_OPTIONS set "ZONECAST_JVM=-XX:+UseParallelGC -Xmn64m"
if /i not "%~1"=="record" if /i not "%~1"=="watch" set "ZONECAST_JVM=%ZONECAST_JVM% -XX:CompileThresholdScaling=4"
"%~dp0..\runtime\bin\java" %ZONECAST_JVM% "-XX:AOTCache=%~dp0..\lib\zonecast.aot" -Xlog:aot*=off,cds*=off,class+path*=off --enable-native-access=ALL-UNNAMED --class-path "%~dp0..\lib\zonecast.jar" dev.zonecast.cli.Main %*
