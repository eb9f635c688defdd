import { errorCodes } from '@tandem/contract'
import type { oas31 } from 'zod-openapi'
import { type Html, html } from '../../http/html.ts'
import { curlOf } from './curl.ts'
import { inline, paragraphs } from './markdown.ts'
import { asProperty, listOf, propertiesOf } from './properties.ts'
import type { Resolve } from './resolve.ts'
import { type Schema, typeOf } from './schema-text.ts'

/** Shown in place of a method for events, which the service sends to the reader. */
export const eventMethod = 'EVENT'

export type Entry = { method: string; path: string; operation: oas31.OperationObject }

/** One operation as a collapsible entry: description, scopes, parameters, body, example, answers and errors. */
export function operationSection(entry: Entry, resolve: Resolve): Html {
  const { method, path, operation } = entry
  const { operationId = '', summary = '', description = '' } = operation
  return html`<details class="entry" id="${operationId}" data-words="${wordsOf(entry)}">
<summary><h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code> <span class="what">${summary}</span></h3></summary>
<div class="inside">
${paragraphs(description)}
<p class="small"><a href="#${operationId}">${operationId}</a>${scopesOf(operation).map((scope) => html` · scope <code>${scope}</code>`)}</p>
${parametersOf(operation, resolve)}
${bodyOf(operation, resolve)}
${exampleOf(entry, resolve)}
${answersOf(operation, resolve)}
${errorsOf(operation, resolve)}
</div>
</details>
`
}

/** The words by which the search on the page finds it. */
function wordsOf({ method, path, operation }: Entry): string {
  const { operationId = '', summary = '', tags = [], description = '' } = operation
  return [method, path, operationId, summary, ...tags, ...scopesOf(operation), description]
    .join(' ')
    .toLowerCase()
    .replaceAll(/[`*\s]+/g, ' ')
}

const scopesOf = ({ security = [] }: oas31.OperationObject): string[] => security.flatMap((way) => way.bearer ?? [])

function parametersOf({ parameters = [] }: oas31.OperationObject, resolve: Resolve): Html {
  const properties = parameters.map((parameter) => asProperty(resolve<oas31.ParameterObject>(parameter)))
  return properties.length === 0 ? html`` : html`<h4>Parameters</h4>${listOf(properties)}`
}

function bodyOf({ requestBody }: oas31.OperationObject, resolve: Resolve): Html {
  if (!requestBody) return html``
  const { content } = resolve<oas31.RequestBodyObject>(requestBody)
  const [type = '', media] = Object.entries(content)[0] ?? []
  if (!media?.schema) return html``
  return html`<h4>Body <span class="type">${type}</span></h4>${shapeOf(media.schema)}`
}

/** The properties of an object; for any other schema its type. */
export function shapeOf(schema: Schema): Html {
  const properties = propertiesOf(schema)
  return properties.length > 0 ? listOf(properties) : html`<p class="type">${typeOf(schema)}</p>`
}

/** The request to send; of an event, which is not sent by the reader, what arrives. */
function exampleOf(entry: Entry, resolve: Resolve): Html {
  if (entry.method !== eventMethod) return copied('Example', curlOf(entry, resolve))
  const { requestBody } = entry.operation
  const example: unknown = requestBody && resolve<oas31.RequestBodyObject>(requestBody).content['application/json']?.example
  return example === undefined ? html`` : copied('Example', JSON.stringify(example, null, 2))
}

function answersOf({ responses = {} }: oas31.OperationObject, resolve: Resolve): Html {
  const successes = Object.entries(responses).filter(([status]) => /^[23]/.test(status))
  return html`${successes.map(([status, response]) => answerOf(status, resolve<oas31.ResponseObject>(response)))}`
}

function answerOf(status: string, { description, content = {} }: oas31.ResponseObject): Html {
  const [type = '', media] = Object.entries(content)[0] ?? []
  const example: unknown = media?.example
  return html`<h4>Response <code>${status}</code> ${description} <span class="type">${type}</span></h4>
${media?.schema ? shapeOf(media.schema) : html``}
${example === undefined ? html`` : html`<pre><code>${JSON.stringify(example, null, 2)}</code></pre>`}`
}

type ErrorExample = { error?: { code?: string; message?: string } }

function errorsOf({ responses = {} }: oas31.OperationObject, resolve: Resolve): Html {
  const refusals = Object.entries(responses)
    .filter(([status]) => /^[45]/.test(status))
    .flatMap(([status, response]) => {
      const { examples = {} } = resolve<oas31.ResponseObject>(response).content?.['application/json'] ?? {}
      return Object.entries(examples).map(([code, example]) => refusalOf(status, code, resolve<oas31.ExampleObject>(example).value))
    })
  return refusals.length === 0 ? html`` : html`<h4>Errors</h4><dl class="errors">${refusals}</dl>`
}

function refusalOf(status: string, code: string, value: ErrorExample | undefined): Html {
  const message = value?.error?.message
  return html`<dt><code>${status}</code> <a href="#error.${code}"><code>${code}</code></a></dt><dd>${inline(whens[code]?.when ?? '')}${
    message ? html` <q>${message}</q>` : html``
  }</dd>`
}

const whens: Record<string, { when: string } | undefined> = errorCodes

/** A text to take along; the button shows where the browser permits it. */
function copied(title: string, text: string): Html {
  return html`<div class="copied"><h4>${title}</h4><button type="button" hidden>Copy</button><pre><code>${text}</code></pre></div>`
}
