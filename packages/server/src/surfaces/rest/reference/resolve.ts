import type { oas31 } from 'zod-openapi'

/** Follows a reference within the document; anything else is returned unchanged. */
export type Resolve = <T extends object>(thing: T | oas31.ReferenceObject) => T

export function createResolve({ components = {} }: oas31.OpenAPIObject): Resolve {
  return <T extends object>(thing: T | oas31.ReferenceObject): T => {
    if (!isReference(thing)) return thing
    const [kind = '', name = ''] = thing.$ref.split('/').slice(2)
    const found = (components as Record<string, Record<string, object> | undefined>)[kind]?.[name]
    if (!found) throw new Error(`The document refers to ${thing.$ref}, which is not in it.`)
    // A reference names a component of its own kind, and no component is a reference.
    return found as T
  }
}

export const isReference = (thing: object): thing is oas31.ReferenceObject => '$ref' in thing

export const nameOf = ({ $ref }: oas31.ReferenceObject): string => $ref.slice($ref.lastIndexOf('/') + 1)
