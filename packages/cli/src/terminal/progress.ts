/** The progress of long work, on one line of stderr that is overwritten; nothing if stderr is no terminal. */
export type Progress = {
  /** `total` null = unknown yet. */
  at(done: number, total: number | null): void
  end(): void
}

const everyMs = 100
const barWidth = 24

/** `show` writes a count for people, such as bytes as MiB. */
export function createProgress(label: string, { isJson }: { isJson: boolean }, show: (count: number) => string = String): Progress {
  if (isJson || !process.stderr.isTTY) return { at: () => {}, end: () => {} }
  let shownAtMs = 0
  return {
    at(done, total) {
      const now = performance.now()
      if (shownAtMs > 0 && now - shownAtMs < everyMs && done !== total) return
      shownAtMs = now
      const far = total === null || total === 0 ? show(done) : `${barOf(done / total)} ${show(done)} of ${show(total)}`
      process.stderr.write(`\r\x1b[K${fitted(label, far)}`)
    },
    end() {
      if (shownAtMs > 0) process.stderr.write('\r\x1b[K')
    },
  }
}

/** On one line, because only that can be overwritten: a long label is cut at its beginning. */
function fitted(label: string, far: string): string {
  const room = Math.max(0, process.stderr.columns - far.length - 2)
  const shown = label.length > room ? `…${label.slice(label.length - room + 1)}` : label
  return shown === '' ? far : `${shown} ${far}`
}

function barOf(part: number): string {
  const filled = Math.round(Math.min(1, part) * barWidth)
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

export function bytes(count: number): string {
  const unit = count < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(count) / 10))
  return `${(count / 1024 ** unit).toFixed(unit === 0 ? 0 : 1)} ${units[unit]}`
}
