/** The domain of the Message-IDs of our mails: that of the sender. */
export const messageDomain = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
