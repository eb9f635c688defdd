export const en = { title: 'Let {name} in?' }
