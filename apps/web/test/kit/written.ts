import type { Locator } from 'playwright-core'

/** The text of a field, both the plain one and the editor that replaces it when the user types: there each line is an element. */
export const textIn = (field: Locator): Promise<string> =>
  field.evaluate((at) =>
    at instanceof HTMLTextAreaElement
      ? at.value
      : [...at.querySelectorAll('.cm-line')].map((line) => (line.querySelector('.cm-placeholder') ? '' : line.textContent)).join('\n'),
  )
