import type { ZodOpenApiOverride } from 'zod-openapi'

const longestPattern = 80

/** Formats of zod that JSON Schema does not know: the pattern beside them says the same. */
const formatsOfZod: ReadonlySet<string> = new Set(['starts_with', 'ends_with', 'includes', 'regex'])

/**
 * Removes output of zod that readers of the document do not need: patterns that restate a format, the bounds of a safe integer, and closed
 * outputs, which would make each new property a breaking change and each schema two components.
 */
export const tidySchema: ZodOpenApiOverride = ({ jsonSchema }) => {
  if (formatsOfZod.has(jsonSchema.format ?? '')) delete jsonSchema.format
  const { pattern, format } = jsonSchema
  if (pattern !== undefined && (format !== undefined || pattern.length > longestPattern)) delete jsonSchema.pattern
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.contentEncoding === 'binary') delete jsonSchema.contentEncoding
  if (isAnyString(jsonSchema.propertyNames)) delete jsonSchema.propertyNames
  // A flag says that it is a boolean, a size that it is an integer; that a query spells them as text goes without saying.
  if (jsonSchema.type === 'boolean' || jsonSchema.type === 'integer') delete jsonSchema.anyOf
}

function isAnyString(names: unknown): boolean {
  return typeof names === 'object' && names !== null && Object.keys(names).join() === 'type'
}
