-- Coroutines: generators, pipelines, errors inside, yields through protected calls and metamethods. All run to their ends.
local function generate(n)
    for i = 1, n do coroutine.yield(i) end
    return 'done'
end
local co = coroutine.create(generate)
for _ = 1, 5 do print(coroutine.resume(co, 3)) end
print(coroutine.status(co))

local function filter(source, keep)
    return coroutine.wrap(function()
        for value in source do
            if keep(value) then coroutine.yield(value) end
        end
    end)
end
local function numbers(n)
    return coroutine.wrap(function() for i = 2, n do coroutine.yield(i) end end)
end
local found = {}
local function primes(from)
    local prime = from()
    if prime then
        found[#found + 1] = prime
        return primes(filter(from, function(value) return value % prime ~= 0 end))
    end
end
primes(numbers(50))
print(table.concat(found, ' '))

local function permute(items, n)
    n = n or #items
    if n <= 1 then
        coroutine.yield(table.concat(items))
    else
        for i = 1, n do
            items[n], items[i] = items[i], items[n]
            permute(items, n - 1)
            items[n], items[i] = items[i], items[n]
        end
    end
end
local all = {}
for p in coroutine.wrap(function() permute({ 'a', 'b', 'c' }) end) do all[#all + 1] = p end
print(table.concat(all, ' '))

local failing = coroutine.create(function()
    local ok, message = pcall(function()
        coroutine.yield('before')
        error('inside', 0)
    end)
    coroutine.yield(ok, message)
    local function deep(n)
        if n == 0 then error('out', 0) end
        return deep(n - 1)
    end
    deep(5)
end)
for _ = 1, 4 do print(coroutine.resume(failing)) end

local lazy = setmetatable({}, { __index = function(_, k) return coroutine.yield(k) end })
local reader = coroutine.create(function() return lazy.first, lazy.second end)
print(coroutine.resume(reader))
print(coroutine.resume(reader, 1))
print(coroutine.resume(reader, 2))

local function relay(depth)
    if depth == 0 then
        coroutine.yield('bottom')
        return 0
    end
    local inner = coroutine.wrap(relay)
    coroutine.yield('at ' .. depth .. ': ' .. tostring(inner(depth - 1)))
    return depth, inner()
end
local top = coroutine.wrap(relay)
print(top(3))
print(top())
