import type pg from 'pg'
import type { Config } from '../../config.ts'

/** One line of the doctor: the check, its result, and the remedy. */
export type Finding = { check: string; state: 'ok' | 'warn' | 'fail'; says: string; todo?: string }

/** The input of a check; `client` is null while the database cannot be reached. */
export type Patient = { config: Config; embedded: boolean; client: pg.Client | null }

export type Check = { name: string; run(patient: Patient): Promise<Omit<Finding, 'check'>[]> }

export const ok = (says: string) => ({ state: 'ok' as const, says })
export const warn = (says: string, todo: string) => ({ state: 'warn' as const, says, todo })
export const fail = (says: string, todo: string) => ({ state: 'fail' as const, says, todo })

/** The message of a failure on one line, without the password of a URL. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  const cause = (error as { cause?: { code?: string; message?: string } }).cause
  const words = [message || code || String(error), cause?.code ?? cause?.message].filter(Boolean).join(': ')
  return words.replace(/\s+/g, ' ').replace(/\/\/[^/@\s]*@/g, '//…@')
}
