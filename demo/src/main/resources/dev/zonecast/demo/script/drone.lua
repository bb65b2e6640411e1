-- Steering. Each drone flies in a coroutine of its own, which yields once a frame. The zones are explicit: a patrol lasts many
-- frames, on the coroutine's thread, and the steering of each frame stands in it.
local SPEED = 14 -- metres a second
local AGILITY = 30 -- metres a second, each second
local SPACING = 0.7 -- metres between two segments
local COLOURS = { { 0.2, 1.0, 0.45 }, { 1.0, 0.85, 0.25 }, { 0.35, 0.6, 1.0 }, { 1.0, 0.35, 0.2 } }

local Drone = {}
Drone.__index = Drone

local inFlight = 0

local function count(change)
    inFlight = inFlight + change
    tracy.Plot('drones in flight', inFlight)
end

local function length(x, y, z)
    return math.sqrt(x * x + y * y + z * z)
end

function Drone.new(number)
    local drone = setmetatable({
        name = 'drone ' .. number,
        first = (number - 1) * world.segments,
        fuel = 0, -- seconds
        waiting = true,
        stopped = false,
        segments = {},
    }, Drone)
    local colour = COLOURS[(number - 1) % #COLOURS + 1]
    for i = 1, world.segments do
        drone.segments[i] = { 0, 0, 0 }
        world.paint(drone.first + i - 1, colour[1], colour[2], colour[3])
    end
    drone.task = coroutine.create(function(step) drone:live(step) end)
    return drone
end

function Drone:isWaiting()
    return self.waiting
end

-- Sends the drone out for so many seconds.
function Drone:launch(seconds)
    self.fuel = seconds
    self.waiting = false
end

function Drone:stop()
    self.stopped = true
    self.fuel = 0
end

-- The body of the coroutine; each yield returns the length of the next step in seconds.
function Drone:live(step)
    self.step = step
    while not self.stopped do
        if self.waiting then
            self.step = coroutine.yield()
        else
            self:patrol()
        end
    end
end

function Drone:patrol()
    tracy.ZoneBeginNS('patrol', 4)
    tracy.ZoneText(self.name)
    tracy.Message(self.name .. ' starts')
    count(1)
    self:appear()
    while self.fuel > 0 do
        local x, y, z = self:waypoint()
        repeat
            local distance = self:fly(x, y, z)
            self.fuel = self.fuel - self.step
            self.step = coroutine.yield()
        until distance < 3 or self.fuel <= 0
    end
    self:vanish()
    self.waiting = true
    count(-1)
    tracy.ZoneEnd()
end

-- Somewhere above the columns.
function Drone:waypoint()
    local angle, radius = 2 * math.pi * math.random(), 9 + 19 * math.random()
    return radius * math.cos(angle), 3 + 9 * math.random(), radius * math.sin(angle)
end

-- One step towards a point; returns the distance that is left. It turns no faster than its agility allows (C. Reynolds: Steering
-- Behaviors For Autonomous Characters, 1999, "seek").
function Drone:fly(x, y, z)
    tracy.ZoneBeginN('steer')
    local head = self.segments[1]
    local toX, toY, toZ = x - head[1], y - head[2], z - head[3]
    local distance = length(toX, toY, toZ)
    local scale = SPEED / math.max(distance, 0.01)
    local turnX, turnY, turnZ = toX * scale - self.vx, toY * scale - self.vy, toZ * scale - self.vz
    local turn = length(turnX, turnY, turnZ)
    local most = AGILITY * self.step
    if turn > most then
        local limit = most / turn
        turnX, turnY, turnZ = turnX * limit, turnY * limit, turnZ * limit
    end
    self.vx, self.vy, self.vz = self.vx + turnX, self.vy + turnY, self.vz + turnZ
    head[1] = head[1] + self.vx * self.step
    head[2] = math.max(0.5, head[2] + self.vy * self.step)
    head[3] = head[3] + self.vz * self.step
    tracy.ZoneValue(distance)
    tracy.ZoneEnd()
    self:follow()
    return distance
end

-- Each segment is drawn after the one before it.
function Drone:follow()
    tracy.ZoneBeginN('trail')
    local before = self.segments[1]
    world.place(self.first, before[1], before[2], before[3])
    world.aim(self.first, self.vx, self.vy, self.vz)
    for i = 2, world.segments do
        local segment = self.segments[i]
        local x, y, z = before[1] - segment[1], before[2] - segment[2], before[3] - segment[3]
        local apart = length(x, y, z)
        if apart > SPACING then
            local pull = 1 - SPACING / apart
            segment[1], segment[2], segment[3] = segment[1] + x * pull, segment[2] + y * pull, segment[3] + z * pull
        end
        local index = self.first + i - 1
        world.place(index, segment[1], segment[2], segment[3])
        world.aim(index, x, y, z)
        before = segment
    end
    tracy.ZoneEnd()
end

-- In the middle of the field, on its way up.
function Drone:appear()
    local x, y, z = self:waypoint()
    self.vx, self.vy, self.vz = x * 0.4, SPEED * 0.8, z * 0.4
    for i, segment in ipairs(self.segments) do
        segment[1], segment[2], segment[3] = 0, 1, 0
        local size = 1 - (i - 1) / world.segments
        world.resize(self.first + i - 1, 0.08 + 0.26 * size, 0.25 + 0.4 * size, 1 + 2.5 * size)
    end
end

function Drone:vanish()
    for i = 0, world.segments - 1 do
        world.resize(self.first + i, 0, 0, 0)
    end
end

return Drone
