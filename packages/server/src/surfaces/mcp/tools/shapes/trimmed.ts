/** Leaves out nulls, empty texts and lists, false and zero. */
export function trimmed<T extends Record<string, unknown>>(record: T): Partial<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !saysNothing(value))) as Partial<T>
}

const saysNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === false || value === 0 || (Array.isArray(value) && value.length === 0)
