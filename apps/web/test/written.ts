import type { Locator } from 'playwright-core'

/** What stands in a field, be it plain or the editor that takes its place once somebody writes: there each line is an element. */
export const textIn = (field: Locator): Promise<string> =>
  field.evaluate((at) =>
    at instanceof HTMLTextAreaElement
      ? at.value
      : [...at.querySelectorAll('.cm-line')].map((line) => (line.querySelector('.cm-placeholder') ? '' : line.textContent)).join('\n'),
  )
