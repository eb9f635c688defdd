import { fileURLToPath } from 'node:url'
import {
  bodyPropertiesHeader,
  catalogue,
  closeCodes,
  dryRunPreference,
  generationHeader,
  mostCounted,
  type OperationSpec,
  sessionHeader,
} from '@tandem/contract'
import type { Plugin } from 'vite'

const virtual = '\0slim-contract'

/**
 * In the browser's place of `@tandem/contract`: how each operation is bound to HTTP, and the error type. The schemas stay behind, and zod
 * with them (60 kB): answers are typed by the contract, and the service checks what it is sent.
 */
export function slimContract(): Plugin {
  const errors = sourceOf('errors.ts')
  return {
    name: 'slim-contract',
    enforce: 'pre',
    resolveId: (source) => (source === '@tandem/contract' ? virtual : null),
    load: (id) => (id === virtual ? moduleText(errors) : null),
  }
}

const sourceOf = (name: string): string => fileURLToPath(new URL(name, import.meta.resolve('@tandem/contract')))

function moduleText(errors: string): string {
  const slim = Object.entries(catalogue as Record<string, OperationSpec>).map(([name, { kind, rest, access, body }]) => {
    return [name, { kind, rest, access: 'public' in access ? { public: true } : { self: true }, ...(body && { body }) }]
  })
  return [
    `export const catalogue = ${JSON.stringify(Object.fromEntries(slim))}`,
    `export const bodyPropertiesHeader = ${JSON.stringify(bodyPropertiesHeader)}`,
    `export const dryRunPreference = ${JSON.stringify(dryRunPreference)}`,
    `export const generationHeader = ${JSON.stringify(generationHeader)}`,
    `export const sessionHeader = ${JSON.stringify(sessionHeader)}`,
    `export const closeCodes = ${JSON.stringify(closeCodes)}`,
    `export { errorCodes, isStateConflict, TandemError } from ${JSON.stringify(errors)}`,
    `export { systemActorId } from ${JSON.stringify(sourceOf('system-actor.ts'))}`,
    `export const mostCounted = ${mostCounted}`,
    `export * from ${JSON.stringify(sourceOf('card-attributes.ts'))}`,
    `export * from ${JSON.stringify(sourceOf('csv-columns.ts'))}`,
    `export * from ${JSON.stringify(sourceOf('days/due.ts'))}`,
    `export * from ${JSON.stringify(sourceOf('list-categories.ts'))}`,
    `export * from ${JSON.stringify(sourceOf('manifest-texts.ts'))}`,
    `export * from ${JSON.stringify(sourceOf('days/quiet-until.ts'))}`,
    `export * from ${JSON.stringify(sourceOf('scopes.ts'))}`,
    `export * from ${JSON.stringify(sourceOf('signing.ts'))}`,
    `export * from ${JSON.stringify(sourceOf('table-columns.ts'))}`,
  ].join('\n')
}
