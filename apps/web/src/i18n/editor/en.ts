/** The editor of Markdown texts. */
export const en = {
  toolbar: 'Formatting',
  choices: 'Suggestions',
  bold: 'Bold',
  italic: 'Italic',
  inlineCode: 'Code',
  link: 'Link',
  heading1: 'Large heading',
  heading2: 'Heading',
  heading3: 'Small heading',
  bullets: 'Bulleted list',
  numbers: 'Numbered list',
  tasks: 'Task list',
  quote: 'Quote',
  code: 'Code block',
}
