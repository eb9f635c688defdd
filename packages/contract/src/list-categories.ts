/** The role of a list in the flow of work. Insights, rules and agents read it instead of the list's name. Specification: beyond §8. */
export const listCategories = ['backlog', 'ready', 'started', 'review', 'done', 'none'] as const
export type ListCategory = (typeof listCategories)[number]

/** The actors that are refused beyond the limit of a list. Specification: beyond §3. */
export const wipPolicies = ['warn', 'agents', 'all'] as const
export type WipPolicy = (typeof wipPolicies)[number]
