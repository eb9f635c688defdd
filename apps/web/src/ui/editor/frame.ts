/** The box around the editor, and around the plain field that stands in for it. */
export const frame = 'rounded-md border border-line-strong bg-surface focus-within:outline-2 focus-within:outline-focus'

/** The height of so many lines, with the padding of the field. */
export const editorRoom = (rows: number): string => `calc(1rem + ${rows} * 1.55em)`
