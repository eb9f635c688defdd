import type { Principal } from '../../kernel/identity/principal.ts'

/** Tokens visible to a leashed token: those whose boards are among its own. Specification: decisions §2. */
const prefix = 'board:'

/** The leash of the caller, as scopes; null without one. */
export function leashOf({ grant }: Principal): string[] | null {
  return grant?.leash ? [...grant.leash].map((boardId) => `${prefix}${boardId}`) : null
}

/** SQL: whether `scopes` hold a leash, and none but those of `leash`. */
export function isWithin(scopes: string, leash: string): string {
  const leashes = `array(select s from unnest(${scopes}) as s where s like '${prefix}%')`
  return `(${leash}::text[] is null or (${leashes} <> '{}' and ${leashes} <@ ${leash}::text[]))`
}
