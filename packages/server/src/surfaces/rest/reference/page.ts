import { errorCodes } from '@tandem/contract'
import type { oas31 } from 'zod-openapi'
import { type Html, html } from '../../http/html.ts'
import { paragraphs } from './markdown.ts'
import { type Entry, eventMethod, operationSection, shapeOf } from './operation.ts'
import { createResolve, type Resolve } from './resolve.ts'
import { schemaAnchor } from './schema-text.ts'
import { script } from './script.ts'
import { style } from './style.ts'

/** The document of the API as a page that needs nothing from elsewhere, and is read without script too: that only searches. */
export function referencePage(document: oas31.OpenAPIObject): Html {
  const { info, tags = [] } = document
  const resolve = createResolve(document)
  const entries = entriesOf(document.paths)
  const events = entriesOf(document.webhooks).map(({ path, operation }): Entry => ({ method: eventMethod, path, operation }))
  const sections = tags.map((tag) => sectionOf(tag, [...entries, ...events], resolve)).filter((section) => section !== null)
  const names = Object.keys(document.components?.schemas ?? {})
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API · Tandem</title>
<style>${{ markup: style }}</style></head>
<body>
<header><a class="skip" href="#content">Skip to content</a><h1><a href="/">${info.title}</a> API</h1>
<div role="search"><input type="search" aria-label="Search the API" placeholder="Search: path, word or scope ( / )" autocomplete="off" spellcheck="false" hidden></div>
<p class="small"><a href="/openapi.json">openapi.json</a></p></header>
<div class="columns">
<nav aria-label="Areas"><ul>${sections.map(({ link }) => link)}<li><a href="#errors">Errors</a></li><li><a href="#schemas">Schemas</a></li></ul></nav>
<main id="content">
<p role="status" class="found"></p>
<section><h2>Overview</h2><p class="small">Version ${info.version} · ${String(entries.length)} operations · ${String(events.length)} events</p>
${paragraphs(info.description ?? '')}</section>
${sections.map(({ body }) => body)}
${errorSection()}
<section id="schemas"><h2>Schemas</h2><p>Types that several operations share.</p>
${names.map((name) => schemaSection(name, document))}</section>
</main>
</div>
<script>${{ markup: script }}</script>
</body>
</html>
`
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

function entriesOf(paths: oas31.PathsObject | undefined = {}): Entry[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ method: method.toUpperCase(), path, operation }] : []
    }),
  )
}

function sectionOf(
  { name, description = '' }: oas31.TagObject,
  all: readonly Entry[],
  resolve: Resolve,
): { link: Html; body: Html } | null {
  const entries = all.filter(({ operation }) => operation.tags?.includes(name))
  if (entries.length === 0) return null
  const id = `area.${name.toLowerCase().replaceAll(/\W+/g, '-')}`
  return {
    link: html`<li><a href="#${id}">${name}</a> <span class="count">${String(entries.length)}</span></li>`,
    body: html`<section id="${id}"><h2>${name}</h2>${paragraphs(description)}
${entries.map((entry) => operationSection(entry, resolve))}</section>
`,
  }
}

function errorSection(): Html {
  return html`<section id="errors"><h2>Errors</h2><p>The body of every error is <code>{"error": {"code", "message", "reason"?, "params"?, "details"?}}</code>. The message says
what to do next. <code>reason</code> is the message as a code, and <code>params</code> has its values: programs should use these.</p>
<dl class="errors">${Object.entries(errorCodes).map(
    ([code, { status, when }]) => html`<dt id="error.${code}"><code>${String(status)}</code> <code>${code}</code></dt><dd>${when}</dd>`,
  )}</dl></section>
`
}

function schemaSection(name: string, { components }: oas31.OpenAPIObject): Html {
  const schema = components?.schemas?.[name]
  if (!schema) return html``
  return html`<details class="entry" id="${schemaAnchor(name)}" data-words="schema ${name.toLowerCase()}">
<summary><h3><span class="method">SCHEMA</span> <code>${name}</code></h3></summary>
<div class="inside">${schema.description ? paragraphs(schema.description) : html``}${shapeOf(schema)}</div></details>
`
}
