import { catalogue, type OperationName, type OperationSpec, operationNames } from '@tandem/contract'
import { createDocument, type oas31, type ZodOpenApiPathsObject } from 'zod-openapi'
import packageJson from '../../../../package.json' with { type: 'json' }
import { describeTags, eventsTag, tagOf } from './areas.ts'
import { type Binding, bindingOf } from './binding.ts'
import { deliveryParameters, describeEvents } from './events.ts'
import { addExamples } from './examples.ts'
import { headerComponents, headerParameters } from './headers.ts'
import { describeOperation } from './operation.ts'
import { protocolPaths } from './protocols.ts'
import { tidySchema } from './schemas.ts'

const introduction = `Tandem is a work board for people and software agents.

**Authentication.** A signed-in person sends the cookie \`kb_session\`; a program sends \`Authorization: Bearer kbt_…\`. A token may do what its
scopes, its board limit (\`board:<id>\`) and the current role of its actor on the board all allow. What is not visible is a 404; what is visible
but not allowed is a 403. Errors are checked in this order: 401, 404, 403, and only then the body and the query (400).

**Mutations** take a \`clientMutationId\` (or the header \`Idempotency-Key\`): a new id for each logical mutation. Sent again, it returns the first
result and applies nothing twice. Every mutation of a board appends to its log, from which webhooks, polling and live push follow.

**Errors** are \`{error: {code, message, reason?, params?, details?}}\` on every route. The message says what to do next; \`reason\` and
\`params\` have the same as data.

**Lists** are bare arrays; if there is more, the header \`Link\` with \`rel="next"\` has the URL of the next page. Tolerate unknown properties and
verbs. Unknown properties of a request are ignored.`

const securitySchemes: Record<string, oas31.SecuritySchemeObject> = {
  session: { type: 'apiKey', in: 'cookie', name: 'kb_session', description: 'A signed-in person: POST /api/auth/login sets it.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'A token `kbt_…` with scopes: POST /api/tokens creates one.' },
}

export type Described = { name: OperationName; operation: OperationSpec; binding: Binding }

/** The OpenAPI 3.1 document of every operation and protocol that is served, and of every verb as a webhook. */
export function openApiDocument(serverUrl: string): oas31.OpenAPIObject {
  const described = describedOperations()
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: { title: 'Tandem', version: packageJson.version, description: introduction, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: serverUrl }],
      tags: describeTags(new Set([...described.map(({ name }) => tagOf(name)), eventsTag])),
      paths: pathsOf(described),
      webhooks: describeEvents(),
      components: { securitySchemes, headers: headerComponents, parameters: { ...headerParameters, ...deliveryParameters } },
    },
    { override: tidySchema },
  )
  Object.assign(document.paths ?? {}, protocolPaths)
  addExamples(document, described)
  return document
}

function describedOperations(): Described[] {
  return operationNames.map((name) => ({ name, operation: catalogue[name], binding: bindingOf(catalogue[name]) }))
}

function pathsOf(described: readonly Described[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {}
  for (const { name, operation, binding } of described) {
    paths[binding.url] = { ...paths[binding.url], [binding.method.toLowerCase()]: describeOperation(name, operation, binding) }
  }
  return paths
}
