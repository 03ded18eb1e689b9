// The names of sandboxes. They are part of URLs.

export const sandboxNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** The sandbox at the root. */
export const defaultName = 'default'
