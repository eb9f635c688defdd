/** Of a text in Markdown that is shown in a line: its marks would only be in the way. */
export const plain = (text: string): string => text.replace(/\*\*|`|^#+ /gm, '')
