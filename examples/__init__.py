"""Programs written for this project, in Locomotive BASIC."""
