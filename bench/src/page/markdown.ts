/** A table. The first column is aligned to the left, `others` is the alignment of the rest. */
export function table(header: readonly string[], rows: readonly (readonly string[])[], others: '--:' | '---' = '--:'): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`
  return [line(header), `|${header.map((_, at) => (at === 0 ? '---|' : `${others}|`)).join('')}`, ...rows.map(line)].join('\n')
}

export const escaped = (text: string): string => text.replaceAll('|', '\\|')
