// The version of the package, for both documents. A test compares it with package.json.

export const version = '0.3.0'
