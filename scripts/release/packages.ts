import { join } from 'node:path'

/** The top of the checkout. */
export const checkout = join(import.meta.dirname, '..', '..')

/** A package that is published: its folder below `packages`, and what of it goes along besides what is built of its sources. */
export type Published = { folder: string; along: readonly string[] }

/** Each after those that it needs. Plugins are published as images. */
export const published: readonly Published[] = [
  { folder: 'contract', along: [] },
  { folder: 'client', along: ['webhook-vectors.json'] },
  { folder: 'plugin-kit', along: [] },
  { folder: 'server', along: ['migrations'] },
  { folder: 'plugin-test-kit', along: [] },
  { folder: 'cli', along: [] },
]

export const nameOf = ({ folder }: Published): string => `@tandem/${folder}`
export const sourceOf = ({ folder }: Published): string => join(checkout, 'packages', folder)
