-- Calls of all kinds: recursion, mutual recursion, tail calls, varargs, closures, methods.
local function fib(n)
    if n < 2 then
        return n
    end
    return fib(n - 1) + fib(n - 2)
end
print(fib(16))

local function ackermann(m, n)
    if m == 0 then
        return n + 1
    elseif n == 0 then
        return ackermann(m - 1, 1)
    end
    return ackermann(m - 1, ackermann(m, n - 1))
end
print(ackermann(2, 7))

local even, odd
function even(n)
    if n == 0 then return true end
    return odd(n - 1)
end
function odd(n)
    if n == 0 then return false end
    return even(n - 1)
end
print(even(10000), odd(10001), even(7))

local function sum(...)
    local total = 0
    for i = 1, select('#', ...) do
        total = total + (select(i, ...) or 0)
    end
    return total, ...
end
print(sum(1, nil, 3))
print((sum(1, 2, 3)))

local function counter()
    local n = 0
    return function()
        n = n + 1
        return n
    end
end
local a, b = counter(), counter()
for _ = 1, 100 do a() end
print(a(), b())

local Stack = {}
Stack.__index = Stack
function Stack.new() return setmetatable({ n = 0 }, Stack) end
function Stack:push(value)
    self.n = self.n + 1
    self[self.n] = value
    return self
end
function Stack:pop()
    local value = self[self.n]
    self.n = self.n - 1
    return value
end
local stack = Stack.new():push(1):push(2):push(3)
print(stack:pop(), stack:pop(), stack.n)

for i = 1, 3 do
    for j = 1, 3 do
        if j == 2 then goto continue end
        print(i, j)
        ::continue::
    end
end
print(load('local x = ... return x * 2')(21))
