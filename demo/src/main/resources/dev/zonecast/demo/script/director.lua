-- Spawning: which drone starts, and when. Nothing here knows of a profiler: LuaHook makes a zone of each call.
local Drone = require 'drone'

local LAUNCH_INTERVAL = 0.12 -- seconds

local director = {}
local drones = {}
local now = 0
local running = true

local function wait(seconds)
    local wakes = now + seconds
    repeat
        coroutine.yield()
    until now >= wakes or not running
end

local function waitingDrone()
    for _, drone in ipairs(drones) do
        if drone:isWaiting() then
            return drone
        end
    end
end

-- The body of a coroutine: a drone that waits is sent out.
local function launchDrones()
    while running do
        local drone = waitingDrone()
        if drone then
            drone:launch(7 + 7 * math.random())
        end
        wait(LAUNCH_INTERVAL)
    end
end

local function resume(task, ...)
    local ok, message = coroutine.resume(task, ...)
    if not ok then
        error(message, 0)
    end
end

local launcher = coroutine.create(launchDrones)

for number = 1, world.drones do
    drones[number] = Drone.new(number)
end

function director.update(stepSeconds)
    now = now + stepSeconds
    resume(launcher)
    for _, drone in ipairs(drones) do
        resume(drone.task, stepSeconds)
    end
end

local function finish(task)
    if coroutine.status(task) == 'suspended' then
        resume(task, 0)
    end
end

-- Lets every coroutine return.
function director.stop()
    running = false
    finish(launcher)
    for _, drone in ipairs(drones) do
        drone:stop()
        finish(drone.task)
    end
end

return director
