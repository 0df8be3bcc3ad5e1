"""Pages and pictures: the client's files, rulebooks, previews, drawings."""
