/** The `unicode-range`, without spaces, of each file of Inter that a style sheet names, by the script in the name of the file. */
export const rangesIn = (css: string): Map<string, string> =>
  new Map(
    [...css.matchAll(/inter-([a-z-]+?)(?:-wght-normal)?\.woff2[^}]*unicode-range:\s*([^;]+);/g)].map(([, script = '', range = '']) => [
      script,
      range.replaceAll(/\s/g, ''),
    ]),
  )

/** The code points of a `unicode-range`, in its order. */
export function charactersIn(range: string): number[] {
  return range.split(',').flatMap((part) => {
    const [first = 0, last = first] = part
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })
}

/** The `unicode-range` without the characters of another one. */
export function rangeWithout(range: string, other: string): string {
  const runs: [number, number][] = []
  for (const code of [...new Set(charactersIn(range)).difference(new Set(charactersIn(other)))].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last[1] === code - 1) last[1] = code
    else runs.push([code, code])
  }
  return runs.map(([first, last]) => `U+${first === last ? hex(first) : `${hex(first)}-${hex(last)}`}`).join(',')
}

const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')
