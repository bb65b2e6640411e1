-- A game in Lua. It knows nothing of a profiler, but for the one zone that it names itself.
local enemies = {}

local function think(enemy)
    for _, other in ipairs(enemies) do
        enemy.fear = enemy.fear * 0.99 + 1 / (1 + math.abs(enemy.x - other.x))
    end
end

local function move(enemy)
    enemy.x = enemy.x + math.sin(enemy.fear)
end

function spawn(count)
    for i = 1, count do
        enemies[i] = { x = i, fear = 0 }
    end
end

function update()
    for _, enemy in ipairs(enemies) do
        think(enemy)
    end
    tracy.ZoneBeginN('move all')
    for _, enemy in ipairs(enemies) do
        move(enemy)
    end
    tracy.ZoneEnd()
end
