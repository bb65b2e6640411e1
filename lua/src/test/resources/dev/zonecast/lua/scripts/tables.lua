-- Functions that the interpreter and the library call: metamethods, comparators, iterators, callbacks.
local V = {}
V.__index = V
V.__add = function(a, b) return V.of(a.x + b.x, a.y + b.y) end
V.__eq = function(a, b) return a.x == b.x and a.y == b.y end
V.__lt = function(a, b) return a.x < b.x end
V.__le = function(a, b) return a.x <= b.x end
V.__unm = function(a) return V.of(-a.x, -a.y) end
V.__concat = function(a, b) return tostring(a) .. '|' .. tostring(b) end
V.__len = function() return 2 end
V.__call = function(self, scale) return V.of(self.x * scale, self.y * scale) end
V.__tostring = function(a) return '(' .. a.x .. ',' .. a.y .. ')' end
function V.of(x, y) return setmetatable({ x = x, y = y }, V) end
local p, q = V.of(1, 2), V.of(3, 4)
print(tostring(p + q), p == q, p < q, p <= q, tostring(-p), #p, tostring(p(3)), p .. q)

local log = {}
local proxy = setmetatable({}, {
    __index = function(_, key) log[#log + 1] = 'get ' .. key return key .. '!' end,
    __newindex = function(t, key, value) log[#log + 1] = 'set ' .. key rawset(t, key, value) end,
})
proxy.a = proxy.b
print(proxy.a, table.concat(log, ';'))

local words = { 'pear', 'fig', 'apple', 'kiwi', 'banana' }
table.sort(words, function(x, y) return #x < #y or (#x == #y and x < y) end)
print(table.concat(words, ' '))

local function squares(n)
    return function(limit, i)
        if i < limit then return i + 1, (i + 1) ^ 2 end
    end, n, 0
end
for i, square in squares(5) do print(i, square) end

print((('one two three'):gsub('%w+', function(word) return word:upper() .. #word end)))
print(('x=1, y=22'):gsub('(%w+)=(%w+)', function(k, v) return v .. '=' .. k end))

local memo = setmetatable({}, { __mode = 'k' })
local function depth(t, level)
    memo[t] = level
    local deepest = level
    for _, inner in pairs(t) do
        if type(inner) == 'table' then deepest = math.max(deepest, depth(inner, level + 1)) end
    end
    return deepest
end
print(depth({ {}, { {}, { { 1 } } } }, 0))
