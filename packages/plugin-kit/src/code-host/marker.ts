/** Stands, unseen, at the start of the comment that a plugin leaves on a pull request. */
export const marker = '<!-- tandem:'

export const markerOf = (integrationId: string): string => `${marker}${integrationId} -->`
