"""What has been played: its log, its film, and going back to edit it."""
