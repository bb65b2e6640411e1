@echo off
rem Runs Zonecast from its checkout on Windows, as the script "zonecast" does elsewhere. LauncherTest compares the two.
rem It has not run on Windows yet. Unlike its sibling it installs nothing and always asks Maven whether to build.
setlocal
set "ROOT=%~dp0"
set "COMMAND=%~1"
if "%COMMAND%"=="" goto usage_error
if /i "%COMMAND%"=="help" goto help
if /i "%COMMAND%"=="--help" goto help
if /i "%COMMAND%"=="-h" goto help
if /i "%COMMAND%"=="--version" set "COMMAND=version"
if "%COMMAND%"=="-V" set "COMMAND=version"
rem These have no options of their own to explain. -h of bench is an option of JMH.
if /i "%~2"=="--help" for %%C in (test format dist javadoc bench install) do if /i "%COMMAND%"=="%%C" goto usage
if /i "%~2"=="-h" for %%C in (test format dist javadoc install) do if /i "%COMMAND%"=="%%C" goto usage

set "JDK="
for %%D in ("%JAVA25_HOME%" "%JAVA_HOME%") do call :try_jdk "%%~D"
for %%P in ("%ProgramFiles%\Eclipse Adoptium" "%ProgramFiles%\Java" "%ProgramFiles%\Microsoft" "%ProgramFiles%\Zulu" "%USERPROFILE%\.jdks") do (
    for /d %%D in ("%%~P\*") do call :try_jdk "%%~D"
)
if not defined JDK (
    echo zonecast: no JDK 25 found in JAVA25_HOME, JAVA_HOME, %%ProgramFiles%% or %%USERPROFILE%%\.jdks. 1>&2
    echo Install one, for example with: winget install EclipseAdoptium.Temurin.25.JDK 1>&2
    exit /b 69
)
rem Maven runs on this JDK, whatever java on the PATH is.
set "JAVA_HOME=%JDK%"
where mvn >nul 2>nul || (
    echo zonecast: Maven is missing: install it so that mvn is on the PATH. 1>&2
    exit /b 69
)

rem What stands behind the command, as it was written: %%* still has the command in it.
set "ARGUMENTS="
for /f "tokens=1,*" %%A in ("%*") do set "ARGUMENTS=%%B"

if /i "%COMMAND%"=="demo" goto demo
if /i "%COMMAND%"=="gpu" goto gpu
if /i "%COMMAND%"=="fleet" goto fleet
for %%C in (record watch attach import stats compare export report recover run manager status categories snapshot stop completion version) do if /i "%COMMAND%"=="%%C" goto cli
if /i "%COMMAND%"=="test" goto test
if /i "%COMMAND%"=="bench" goto bench
if /i "%COMMAND%"=="dist" goto dist
if /i "%COMMAND%"=="format" goto format
if /i "%COMMAND%"=="javadoc" goto javadoc
if /i "%COMMAND%"=="install" goto install
if /i "%COMMAND%"=="release" goto release
echo zonecast: unknown command: %COMMAND% 1>&2
goto usage_error

:demo
call :build demo || exit /b 69
"%JDK%\bin\java" --enable-native-access=ALL-UNNAMED --class-path "%ROOT%demo\target\classes;%ROOT%demo\target\lib\*" dev.zonecast.demo.Main %ARGUMENTS%
exit /b %ERRORLEVEL%

:gpu
call :build demo || exit /b 69
"%JDK%\bin\java" --enable-native-access=ALL-UNNAMED --class-path "%ROOT%demo\target\classes;%ROOT%demo\target\lib\*" dev.zonecast.demo.GpuMain %ARGUMENTS%
exit /b %ERRORLEVEL%

:fleet
call :build fleet || exit /b 69
call :choose_memory
rem Its libraries are large: no other command has them on its class path.
"%JDK%\bin\java" %MEMORY% --enable-native-access=ALL-UNNAMED --class-path "%ROOT%fleet\target\classes;%ROOT%fleet\target\lib\*" dev.zonecast.fleet.Main %ARGUMENTS%
exit /b %ERRORLEVEL%

:cli
call :build cli || exit /b 69
set "AGENT="
if /i "%COMMAND%"=="attach" if not "%~2"=="" call :find_agent %ARGUMENTS% || exit /b 69
if defined AGENT set "AGENT=--agent "%AGENT%""
call :choose_memory
rem The jars: an AOT cache knows no folders of classes.
for %%J in ("%ROOT%cli\target\zonecast-cli-*.jar") do (echo %%J| findstr "sources javadoc tests" >nul || set "JARS=%%~J;%ROOT%cli\target\lib\*")
call :learn
set "FASTER="
if exist "%CACHE%" for %%C in ("%CACHE%") do if %%~zC gtr 0 set "FASTER="-XX:AOTCache=%CACHE%" -Xlog:aot*=off,cds*=off,class+path*=off"
if /i not "%COMMAND%"=="record" if /i not "%COMMAND%"=="watch" set "FASTER=%FASTER% -XX:CompileThresholdScaling=4"
"%JDK%\bin\java" %MEMORY% %FASTER% --enable-native-access=ALL-UNNAMED --class-path "%JARS%" dev.zonecast.cli.Main %COMMAND% %AGENT% %ARGUMENTS%
exit /b %ERRORLEVEL%

rem Sets AGENT to the agent's jar, unless the arguments name one or ask for help.
:find_agent
if "%~1"=="" goto build_agent
for %%O in (--agent --help -h) do if "%~1"=="%%O" exit /b 0
shift
goto find_agent

:build_agent
call :build agent || exit /b 69

rem Sets AGENT to the jar that was built.
:choose_agent
for %%J in ("%ROOT%agent\target\zonecast-agent-*.jar") do (echo %%J| findstr "sources javadoc tests" >nul || set "AGENT=%%~J")
exit /b 0

rem As run.sh has it: the user's own options choose the collector.
:choose_memory
set "MEMORY="
if not defined JAVA_TOOL_OPTIONS if not defined JDK_JAVA_OPTIONS set "MEMORY=-XX:+UseParallelGC -Xmn64m"
exit /b 0

rem Sets CACHE to the AOT cache of cli, made once for each build and each JDK; an empty file if that fails.
:learn
for %%D in ("%JDK%") do set "CACHE=%ROOT%cli\target\start-%%~nxD.aot"
(for %%J in ("%ROOT%cli\target\zonecast-cli-*.jar" "%ROOT%cli\target\lib\*.jar" "%JDK%\release") do @echo %%~nxtzJ) >"%CACHE%.of.new" 2>nul || exit /b 0
fc /b "%CACHE%.of.new" "%CACHE%.of" >nul 2>nul && if exist "%CACHE%" exit /b 0
echo zonecast: preparing a faster start, once for each build 1>&2
"%JDK%\bin\java" %MEMORY% --enable-native-access=ALL-UNNAMED "-XX:AOTCacheOutput=%CACHE%" --class-path "%JARS%" dev.zonecast.cli.Rehearsal >nul 2>nul || type nul >"%CACHE%"
move /y "%CACHE%.of.new" "%CACHE%.of" >nul
exit /b 0

:test
set "NEXT=%~2"
if /i "%NEXT%"=="--arch" (
    echo zonecast: test --arch aarch64 runs Debian's JDK in QEMU: use Linux, or WSL 1>&2
    exit /b 69
)
if /i "%NEXT%"=="--java" goto test_java
if /i "%NEXT%"=="--lwjgl" goto test_lwjgl
call :of_maven "%~2" || exit /b 2
call mvn -B -f "%ROOT%pom.xml" verify %ARGUMENTS% -T 2
exit /b %ERRORLEVEL%

:test_java
if not "%~3"=="21" call :wrong "--java has one value, 21" "test --java 21 [OPTIONS OF MAVEN]" & exit /b 2
call :of_maven "%~4" || exit /b 2
findstr /b /r /c:"JAVA_VERSION=.21[^0-9]" "%JAVA21_HOME%\release" >nul 2>nul || (
    echo zonecast: no Java 21 in JAVA21_HOME 1>&2
    exit /b 69
)
set "REST="
for /f "tokens=2,*" %%A in ("%ARGUMENTS%") do set "REST=%%B"
call mvn -B -f "%ROOT%pom.xml" -pl memory,fxt,tracy,core,flight,gpu-gl,gpu-vk,gpu-cl,framecapture,lua,lwjgl,jvm test-compile surefire:test "-Djvm=%JAVA21_HOME%\bin\java.exe" -Dzonecast.test.lwjglArgs= -Dspotless.check.skip=true %REST%
exit /b %ERRORLEVEL%

:test_lwjgl
echo "%~3"| findstr /b /r /c:".[0-9]" >nul || (
    call :wrong "--lwjgl has one value, a version" "test --lwjgl 3.3.3 [OPTIONS OF MAVEN]"
    exit /b 2
)
call :of_maven "%~4" || exit /b 2
set "REST="
for /f "tokens=2,*" %%A in ("%ARGUMENTS%") do set "REST=%%B"
call mvn -B -f "%ROOT%pom.xml" -pl gpu-gl,gpu-vk,gpu-cl,framecapture,lwjgl -am test-compile surefire:test@other-lwjgl "-Dlwjgl.other.version=%~3" "-Dlwjgl.other.tests=**/*Test.java" -Dspotless.check.skip=true %REST%
exit /b %ERRORLEVEL%

:bench
call :build bench || exit /b 69
set "RESULTS=%ROOT%bench\target\results"
if not exist "%RESULTS%" mkdir "%RESULTS%"
set "MAIN=dev.zonecast.bench.BenchMain %ARGUMENTS%"
set "NEXT=%~2"
set "REST="
for /f "tokens=1,*" %%A in ("%ARGUMENTS%") do set "REST=%%B"
if not defined REST set "REST=-m quick -sc false -iters 10 -time 1000"
if /i "%NEXT%"=="jcstress" set "MAIN=dev.zonecast.bench.StressMain -r "%RESULTS%\jcstress" %REST%"
if /i "%NEXT%"=="agent" goto bench_agent
rem jcstress leaves a file in the current folder.
cd /d "%RESULTS%"
"%JDK%\bin\java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow "-Dzonecast.bench.results=%RESULTS%" --class-path "%ROOT%bench\target\classes;%ROOT%bench\target\lib\*" %MAIN%
exit /b %ERRORLEVEL%

:bench_agent
call mvn -B -q -f "%ROOT%pom.xml" -pl agent -am package -Dmaven.test.skip=true -Dzonecast.engines.skip=false -Dmaven.javadoc.skip=true -Dmaven.source.skip=true -Dspotless.check.skip=true || exit /b 1
set "ENGINES=%ROOT%agent\target\engines"
set "SCENE=%RESULTS%\scene;%ENGINES%\jme\*;%ENGINES%\lwjgl-jme\*"
"%JDK%\bin\javac" -proc:none -nowarn -d "%RESULTS%\scene" -cp "%SCENE%" "%ROOT%agent\src\test\engines\JmeScene.java" || exit /b 1
call :choose_agent
"%JDK%\bin\java" --enable-native-access=ALL-UNNAMED "-Dzonecast.bench.agent=%AGENT%" "-Dzonecast.bench.scene=%SCENE%" --class-path "%ROOT%bench\target\classes;%ROOT%bench\target\lib\*" %MAIN%
exit /b %ERRORLEVEL%

:dist
if not "%~3"=="" call :wrong "dist has one argument" "dist [FOLDER]" & exit /b 2
set "FOLDER=%~2"
if "%FOLDER:~0,1%"=="-" call :wrong "dist has no options" "dist [FOLDER]" & exit /b 2
if not defined FOLDER set "FOLDER=%ROOT%target\dist"
call :build "cli,agent" || exit /b 69
"%JDK%\bin\java" "%ROOT%cli\src\dist\java\Dist.java" "%ROOT%cli" "%FOLDER%"
exit /b %ERRORLEVEL%

:format
if not "%~2"=="" call :wrong "format has no arguments" "format" & exit /b 2
call mvn -B -q -f "%ROOT%pom.xml" -pl !bom spotless:apply
exit /b %ERRORLEVEL%

:javadoc
if not "%~2"=="" call :wrong "javadoc has no arguments" "javadoc" & exit /b 2
call mvn -B -q -f "%ROOT%pom.xml" -pl demo -am test -Dtest=ApiPagesTest -Dsurefire.failIfNoSpecifiedTests=false || exit /b 1
echo %ROOT%demo\target\api\index.html
exit /b 0

:install
call :of_maven "%~2" || exit /b 2
echo zonecast: installing, a few minutes the first time 1>&2
call mvn -B -q -f "%ROOT%pom.xml" -pl !demo,!bench,!fleet install -Dmaven.test.skip=true -Dmaven.javadoc.skip=true -Dspotless.check.skip=true %ARGUMENTS% -T 2
exit /b %ERRORLEVEL%

:release
"%JDK%\bin\java" "%ROOT%release\Release.java" "%ROOT%." %ARGUMENTS%
exit /b %ERRORLEVEL%

:build
call mvn -B -q -f "%ROOT%pom.xml" -pl %1 -am package -Dmaven.test.skip=true -Dmaven.javadoc.skip=true -Dmaven.source.skip=true
exit /b %ERRORLEVEL%

rem Keeps the first folder that is a JDK 25.
:try_jdk
if defined JDK exit /b 0
if not exist "%~1\bin\javac.exe" exit /b 0
findstr /b /r /c:"JAVA_VERSION=.25[^0-9]" "%~1\release" >nul 2>nul && set "JDK=%~1"
exit /b 0

rem The arguments of the command are options of Maven: the first of them begins with a hyphen.
:of_maven
set "NEXT=%~1"
if not defined NEXT exit /b 0
if "%NEXT:~0,1%"=="-" exit /b 0
call :wrong "%COMMAND% takes Maven options only" "%COMMAND% [OPTIONS OF MAVEN]"
exit /b 2

rem A wrong command line: the mistake, and the right form.
:wrong
echo zonecast: %~1 1>&2
echo Usage: zonecast %~2 1>&2
echo zonecast help lists the commands 1>&2
exit /b 2

:help
if not "%~3"=="" call :wrong "help has one argument" "help [COMMAND]" & exit /b 2
if "%~2"=="" goto usage
for %%C in (help --help -h) do if /i "%~2"=="%%C" goto usage
call "%~f0" "%~2" --help
exit /b %ERRORLEVEL%

:usage
echo Usage: zonecast COMMAND [ARGUMENTS]
echo   record, watch, attach, import, stats, compare, export, report, fleet, recover, run, manager, status, categories, snapshot, stop
echo   gpu, demo, test, bench, dist, install, release, format, javadoc, completion, version, help
echo   "zonecast COMMAND --help" prints the options of a command
echo   test --java 21: the tests of the libraries, on the Java 21 in JAVA21_HOME
echo   test --lwjgl VERSION: the tests of the modules for LWJGL, with that version of it
exit /b 0

:usage_error
call :usage 1>&2
exit /b 2
