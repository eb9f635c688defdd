export const en = { title: 'Connect an agent' }
