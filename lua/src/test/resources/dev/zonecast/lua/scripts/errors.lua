-- Errors thrown through frames, caught at every level, with handlers that fail in turn.
local function thrower(depth, what)
    if depth == 0 then error(what, 0) end
    thrower(depth - 1, what)
    return depth
end
local function tail(depth, what)
    if depth == 0 then error(what, 0) end
    return tail(depth - 1, what)
end
local function show(...)
    local parts = {}
    for i = 1, select('#', ...) do
        local value = select(i, ...)
        parts[i] = type(value) == 'table' and 'table ' .. tostring(value.code) or tostring(value)
    end
    print(table.concat(parts, ' '))
end

for depth = 0, 20, 5 do
    show(pcall(thrower, depth, 'deep ' .. depth))
    show(pcall(tail, depth, 'tail ' .. depth))
end
show(pcall(thrower, 3, { code = 42 }))
show(pcall(error))
show(xpcall(thrower, function(e) return 'handled ' .. tostring(e) end, 2, 'x'))
show(xpcall(thrower, function() error('the handler fails') end, 2, 'y'))
show(pcall(function() local t = nil; return t.field end))
show(pcall(function() return {} < {} end))
show(pcall(setmetatable({}, { __call = function(_, n) return thrower(n, 'called') end }), 3))
show(pcall(function() return setmetatable({}, { __index = function(_, k) error('no ' .. k, 0) end }).field end))
show(pcall(table.sort, { 3, 1, 2 }, function() error('incomparable', 0) end))
show(pcall(string.gsub, 'abc', '%w', function(c) if c == 'b' then error('stop at ' .. c, 0) end end))

local function nested(n)
    local ok, message = pcall(function()
        if n == 0 then error('bottom', 0) end
        nested(n - 1)
        error('level ' .. n, 0)
    end)
    assert(not ok)
    if n > 3 then error(message .. ' again', 0) end
    return message
end
show(pcall(nested, 6))

local caught = 0
for i = 1, 200 do
    if not pcall(i % 2 == 0 and thrower or tail, i % 7, 'loop') then caught = caught + 1 end
end
print(caught)
show(select('#', pcall(load, 'return +')))
show(load('return +', '=broken'))
