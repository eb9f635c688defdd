/** Whether a rule says a number: in figures, as a word, or in a greater unit. */
export const saysNumber = (rule: string, value: number): boolean =>
  waysToSay(value).some((said) => new RegExp(String.raw`(?<!\d|\d[,.])${said}(?!\d|,\d)`, 'i').test(rule))

const words = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
/** Of bytes, pixels and milliseconds. */
const units: readonly [size: number, name: string][] = [
  [1_024, ' KiB'],
  [1_048_576, ' MiB'],
  [1_000_000, ' MB'],
  [1_000_000, ' megapixels'],
  [1_000, ' s'],
  [60_000, ' minutes'],
  [86_400_000, ' days'],
]

function waysToSay(value: number): string[] {
  const inUnits = units.filter(([size]) => value % size === 0).flatMap(([size, name]) => figures(value / size).map((said) => said + name))
  return [...figures(value), ...inUnits]
}

function figures(count: number): string[] {
  const word = words[count]
  return [count.toLocaleString('en-US'), ...(word === undefined ? [] : [word])]
}
