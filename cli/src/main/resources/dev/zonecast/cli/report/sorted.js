// Looks for places in sorted columns.

/** First place of a sorted column, from..to, whose value is at least that. */
export function lowerBound(column, value, from = 0, to = column.length) {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column[middle] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
